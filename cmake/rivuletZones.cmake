# SPDX-License-Identifier: BSL-1.0
# The target `rivulet::zones`: what <rivulet/connector/zones.hpp> needs. It is there where cctz is found.
if(NOT TARGET rivulet::zones)
    find_path(RIVULET_CCTZ_INCLUDE_DIR cctz/time_zone.h)
    find_library(RIVULET_CCTZ_LIBRARY cctz)
    mark_as_advanced(RIVULET_CCTZ_INCLUDE_DIR RIVULET_CCTZ_LIBRARY)
    if(RIVULET_CCTZ_INCLUDE_DIR AND RIVULET_CCTZ_LIBRARY)
        find_package(Threads REQUIRED)
        add_library(rivulet::zones INTERFACE IMPORTED GLOBAL)
        target_link_libraries(rivulet::zones INTERFACE rivulet::rivulet ${RIVULET_CCTZ_LIBRARY} Threads::Threads)
        target_include_directories(rivulet::zones SYSTEM INTERFACE ${RIVULET_CCTZ_INCLUDE_DIR})
    endif()
endif()
