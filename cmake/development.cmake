# SPDX-License-Identifier: BSL-1.0
# What our own tests, examples, benchmarks and fuzz targets share. Users of the library never come here.

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(RIVULET_CCACHE ccache)
    if(RIVULET_CCACHE)
        # What a cache has to overlook so that units with a precompiled header can be found again.
        set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${RIVULET_CCACHE})
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

# Where units have rivulet.hpp precompiled, they see more than they include: off in the preset `release`, which notices.
option(RIVULET_PRECOMPILE "Precompile rivulet.hpp for our own tests and examples" OFF)
# The warnings of a precompiled header's templates are ours, too.
set(CMAKE_PCH_PROLOGUE "")

# One precompiled header for all executables: they have the same flags.
function(rivulet_precompile name)
    if(RIVULET_PRECOMPILE)
        if(NOT TARGET rivulet_precompiled)
            file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
            add_library(rivulet_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
            target_link_libraries(rivulet_precompiled PRIVATE rivulet::rivulet)
            target_compile_options(rivulet_precompiled PRIVATE ${RIVULET_WARNINGS})
            set_target_properties(rivulet_precompiled PROPERTIES CXX_EXTENSIONS OFF)
            target_precompile_headers(rivulet_precompiled PRIVATE <rivulet/rivulet.hpp>)
        endif()
        target_precompile_headers(${name} REUSE_FROM rivulet_precompiled)
    endif()
endfunction()
