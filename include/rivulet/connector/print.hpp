// SPDX-License-Identifier: BSL-1.0
// Printing rows: PrintSink and PrintTarget, for addSink. DataStream::print() is the short form.
#pragma once
#include <rivulet/stream/print.hpp>
