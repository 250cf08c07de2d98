"""Mutates texts in ways that parsers do not expect."""

MARKS = ["\u0301", "\u0316", "\u0903", "\u200d", "\U0001f1e6", "\u2028", "\ufeff", "\u202e", "\x00", "\x1b[31m"]
NUMBERS = ["-1", "1e999", "-0", "9223372036854775808", "0.30000000000000004", "1e-400", "NaN", "00", "1,5", "4294967296"]
SIGNS = ["{", "}", "[", "]", '"', ":", ",", "\\", "\\u0000", "\\ud800", "\t", "\n", "\r", " ", "null", "true", "[]", "{}"]
GLOBS = ["**/", "*", "?", "[a-", "[!]", "[]]", "[z-a]", "\\", "!", "#", "/", "{a,b}", "*a*b*c", "[[:alpha:]]"]
LONGEST = 60_000


def broken(text, others, chance):
    """Returns the text after one to eight edits."""
    for _ in range(chance.randint(1, 8)):
        text = edited(text, others, chance)[:LONGEST * 2]
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        data = flipped(data, chance)
    if chance.random() < 0.1:
        data = text.encode("utf-16", "surrogatepass")
    return data


def edited(text, others, chance):
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice([0, 0, 1, 5, 40]))
    kind = chance.random()
    if kind < 0.3:
        piece = chance.choice(chance.choice([MARKS, NUMBERS, SIGNS, GLOBS]))
    elif kind < 0.5:
        piece = chance.choice(chance.choice([MARKS, NUMBERS, SIGNS, GLOBS])) * chance.choice([3, 50, 2000, 20_000])
    elif kind < 0.7:
        other = chance.choice(others)
        cut = chance.randint(0, len(other))
        piece = other[cut:cut + chance.randint(1, 200)]
    elif kind < 0.85:
        piece = text[start:start + chance.randint(1, 60)] * chance.choice([2, 30, 1000])
    else:
        return text[:start]
    return text[:start] + piece[:LONGEST] + text[end:]


def flipped(data, chance):
    data = bytearray(data)
    for _ in range(min(len(data), chance.randint(1, 6))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)
