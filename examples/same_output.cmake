# SPDX-License-Identifier: BSL-1.0
# cmake -D program=.. -D expected=FILE -P same_output.cmake: runs the program where the repository is and compares what it prints, but for its speed.
execute_process(COMMAND ${program} WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/.. OUTPUT_VARIABLE printed RESULT_VARIABLE result)
string(REGEX REPLACE "[0-9]+ rows a second" "N rows a second" printed "${printed}")
file(READ ${expected} wanted)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${printed}\nended with ${result}")
elseif(NOT printed STREQUAL wanted)
    message(FATAL_ERROR "printed:\n${printed}\nbut expected was, by ${expected}:\n${wanted}")
endif()
