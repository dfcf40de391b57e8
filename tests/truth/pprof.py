"""pprof's profiles (proto/profile.proto of github.com/google/pprof) and folded stacks, as rows (frames, values)."""
import gzip

# name of each field that is read: of the profile, of the messages in it
PROFILE = {1: "sample_type", 2: "sample", 3: "mapping", 4: "location", 5: "function", 6: "string", 9: "time",
           10: "duration", 11: "period_type", 12: "period"}


class Bad(ValueError):
    """It is not as the format says."""


def number(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Bad("a number without an end")
        value |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def fields(data):
    """(number, value) of a message: an int, or bytes."""
    at = 0
    while at < len(data):
        key, at = number(data, at)
        if key & 7 == 0:
            value, at = number(data, at)
        elif key & 7 == 2:
            n, at = number(data, at)
            value, at = data[at:at + n], at + n
            if at > len(data):
                raise Bad("a field reaches over the end")
        else:
            raise Bad(f"a field of wire type {key & 7}")
        yield key >> 3, value


def message(data):
    return dict(fields(data))


def numbers(data):
    out, at = [], 0
    while at < len(data):
        value, at = number(data, at)
        out.append(value)
    return out


def parse(packed):
    """(types, samples): types as "type/unit"; samples as (((function, file, line), ...), values), innermost frame
first; the address of a frame without a name stands for its function."""
    parts = {name: [] for name in PROFILE.values()}
    for field, value in fields(gzip.decompress(packed)):
        parts[PROFILE[field]].append(value)
    strings = [s.decode("utf-8") for s in parts["string"]]
    if strings[0]:
        raise Bad("the first string is not empty")
    functions, locations = {}, {}
    for each in map(message, parts["function"]):
        functions[each[1]] = strings[each[2]], strings[each.get(4, 0)]
        if 0 in functions or strings[each[3]] != strings[each[2]]:
            raise Bad("a function without an id, or with two names")
    for each in map(message, parts["location"]):
        line = message(each[4])
        locations[each[1]] = (*functions[line[1]], line.get(2, 0))
    if 0 in locations or parts["period"] != [1]:
        raise Bad("a location without an id, or a period that is not 1")
    types = ["/".join(strings[message(t)[k]] for k in (1, 2)) for t in parts["sample_type"] + parts["period_type"]]
    samples = []
    for each in map(message, parts["sample"]):
        samples.append((tuple(locations[i] for i in numbers(each.get(1, b""))), numbers(each[2])))
    return types, samples


def folded(text):
    """(functions, value) of each line, outermost first."""
    out = []
    for line in text.decode("utf-8").splitlines():
        stack, value = line.rsplit(" ", 1)
        out.append((tuple(stack.split(";")), int(value)))
    return out
