// SPDX-License-Identifier: BSL-1.0
// Time zones by name, of the system's zone files, read by cctz. Link the CMake target `rivulet::zones`.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/functions/zone.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/types/civil.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet {

namespace detail {

class CctzZone final : public TimeZone {
public:
    CctzZone(std::string name, const cctz::time_zone& zone) : name_(std::move(name)), zone_(zone) {}
    std::string_view name() const override { return name_; }
    std::int64_t toLocal(std::int64_t utc) const override {
        return addMillis(utc, std::int64_t{zone_.lookup(Point(std::chrono::seconds(floorDivide(utc, 1000)))).offset} * 1000);
    }
    std::int64_t toUtc(std::int64_t local) const override {
        const std::int64_t seconds = floorDivide(local, 1000);
        const auto found = zone_.lookup(cctz::civil_second() + seconds);
        return addMillis(local, (found.pre.time_since_epoch().count() - seconds) * 1000);
    }

private:
    using Point = cctz::time_point<cctz::seconds>;
    std::string name_;
    cctz::time_zone zone_;
};

}  // namespace detail

/// The zone of that name (`Europe/Berlin`, `UTC`); DataError for one that the system does not know.
///
///     db.setLocalTimeZone(timeZone("Europe/Berlin"));
inline std::shared_ptr<const TimeZone> timeZone(std::string_view name) {
    cctz::time_zone zone;
    if (!cctz::load_time_zone(std::string(name), &zone)) throw DataError("there is no time zone of this name", name);
    return std::make_shared<const detail::CctzZone>(std::string(name), zone);
}

/// Finds the zones of CONVERT_TZ; each thread keeps the one that it used last for each argument.
template <class Dependent>
struct ZoneEngine {
    static const TimeZone& find(std::string_view name, int argument) {
        static thread_local std::shared_ptr<const TimeZone> last[2];
        std::shared_ptr<const TimeZone>& zone = last[argument];
        if (!zone || zone->name() != name) zone = timeZone(name);
        return *zone;
    }
};

}  // namespace rivulet
