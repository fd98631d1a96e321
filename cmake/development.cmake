# SPDX-License-Identifier: BSL-1.0
# What our own tests, examples, benchmarks and fuzz targets share. Users of the library never come here.

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(RIVULET_CCACHE ccache)
    if(RIVULET_CCACHE)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${RIVULET_CCACHE})
    endif()
endif()

set(RIVULET_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow)
if(RIVULET_WARNINGS_ARE_ERRORS)
    list(APPEND RIVULET_WARNINGS -Werror)
endif()

# An executable of ours: the library, its warnings as errors, strict C++20.
function(rivulet_add_executable name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE rivulet::rivulet)
    target_compile_options(${name} PRIVATE ${RIVULET_WARNINGS})
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()
