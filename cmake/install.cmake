# SPDX-License-Identifier: BSL-1.0
# Headers, the target `rivulet::rivulet` and what find_package(rivulet) reads.
include(CMakePackageConfigHelpers)

set(rivulet_config_dir ${CMAKE_INSTALL_DATADIR}/cmake/rivulet)

write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rivuletConfigVersion.cmake
    COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_package_config_file(cmake/rivuletConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/rivuletConfig.cmake
    INSTALL_DESTINATION ${rivulet_config_dir})

install(TARGETS rivulet EXPORT rivuletTargets)
install(DIRECTORY include/rivulet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT rivuletTargets NAMESPACE rivulet:: DESTINATION ${rivulet_config_dir})
install(FILES
    ${CMAKE_CURRENT_BINARY_DIR}/rivuletConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/rivuletConfigVersion.cmake
    cmake/rivuletRegex.cmake
    cmake/rivuletZones.cmake
    DESTINATION ${rivulet_config_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/rivulet)
