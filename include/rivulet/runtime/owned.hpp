// SPDX-License-Identifier: BSL-1.0
// Owners of objects known by a base class. std::make_shared and vectors of std::unique_ptr cost some hundred instantiations for
// each class that they hold, in every query and step of a user's program; these cost a handful.
#pragma once
#include <memory>

namespace rivulet::detail {

/// Objects of classes derived from Base, in the order in which they were added; destroyed in that order. Base has a member `Base* next{}` for
/// the list, and a virtual destructor if anything is derived from it.
template <class Base>
class OwnedList {
public:
    OwnedList() = default;
    OwnedList(const OwnedList&) = delete;
    OwnedList& operator=(const OwnedList&) = delete;
    ~OwnedList() {
        while (Base* const next = first) {
            first = next->next;
            delete next;
        }
    }
    /// Takes `made` over, behind the last one.
    void add(Base* made) noexcept {
        Base** at = &first;
        while (*at) at = &(*at)->next;
        *at = made;
    }
    Base* first{};
};

/// The one owner of an object, or of none.
template <class T>
class Owner {
public:
    Owner() = default;
    explicit Owner(T* made) : object_(made) {}
    Owner(Owner&& from) noexcept : object_(from.object_) { from.object_ = nullptr; }
    Owner& operator=(Owner&& from) noexcept {
        T* const object = from.object_;
        from.object_ = nullptr;
        reset(object);
        return *this;
    }
    ~Owner() { delete object_; }
    void reset(T* made = nullptr) noexcept {
        T* const before = object_;
        object_ = made;
        delete before;
    }
    explicit operator bool() const { return object_ != nullptr; }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_; }

private:
    T* object_{};
};

/// Shared ownership of `made`, counted for its base class.
template <class Base, class Made>
std::shared_ptr<Made> ownShared(Made* made) {
    return std::shared_ptr<Made>(std::shared_ptr<Base>(static_cast<Base*>(made)), made);
}

}  // namespace rivulet::detail
