# SPDX-License-Identifier: BSL-1.0
# The target `rivulet::regex`: what <rivulet/connector/regex.hpp> needs. It is there where RE2 is found.
if(NOT TARGET rivulet::regex)
    find_package(re2 CONFIG QUIET)
    if(TARGET re2::re2)
        add_library(rivulet::regex INTERFACE IMPORTED GLOBAL)
        target_link_libraries(rivulet::regex INTERFACE rivulet::rivulet re2::re2)
    else()  # older packages have no configuration
        find_path(RIVULET_RE2_INCLUDE_DIR re2/re2.h)
        find_library(RIVULET_RE2_LIBRARY re2)
        mark_as_advanced(RIVULET_RE2_INCLUDE_DIR RIVULET_RE2_LIBRARY)
        if(RIVULET_RE2_INCLUDE_DIR AND RIVULET_RE2_LIBRARY)
            find_package(Threads REQUIRED)
            add_library(rivulet::regex INTERFACE IMPORTED GLOBAL)
            target_link_libraries(rivulet::regex INTERFACE rivulet::rivulet ${RIVULET_RE2_LIBRARY} Threads::Threads)
            target_include_directories(rivulet::regex SYSTEM INTERFACE ${RIVULET_RE2_INCLUDE_DIR})
        endif()
    endif()
endif()
