"""The places of a C source where one operator can be replaced by another, and by which."""

import re

# What each operator becomes.  One that may also be unary or a pointer's counts only with a blank on
# either side (tests/lint and habit see to that); "!" and unary "-" are removed.
OTHERS = {
    "==": ["!="], "!=": ["=="],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/", "+"], "/": ["*"], "%": ["/"],
    "&": ["|", "^"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "*=": ["+="], "/=": ["*="],
    "<<=": [">>="], ">>=": ["<<="], "++": ["--"], "--": ["++"],
}
SPACED = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">"}
NOT_RUN = {"assert", "_Static_assert", "sizeof", "__attribute__", "alignof", "_Alignof"}
OPENS, CLOSES = {"(", "[", "{"}, {")", "]", "}"}

TOKEN = re.compile(r"""
    (?P<skip>   /\*.*?\*/ | //[^\n]* | ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])* | \s+ )
  | (?P<text>   (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | [uUL]?'(?:\\.|[^'\\\n])*' )
  | (?P<word>   [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|[\w.])* )
  | (?P<mark>   <<= | >>= | \.\.\. | -> | \+\+ | -- | << | >> | [-+*/%&|^<>=!]= | && | \|\| | . )
""", re.X | re.S | re.M)


class Site:
    """Bytes start to end of a file, and the texts that may stand there instead."""

    def __init__(self, path, text, start, end, what, others):
        self.path, self.start, self.end, self.what, self.others = path, start, end, what, others
        self.line = text.count("\n", 0, start) + 1


def tokens(text):
    for m in TOKEN.finditer(text):
        if m.lastgroup != "skip":
            yield m.lastgroup, m.group(), m.start(), m.end()


def sites(path, text):
    """All sites of a source, in their order."""
    toks, found, at = list(tokens(text)), [], 0
    while at < len(toks):
        kind, tok, start, end = toks[at]
        if kind == "word" and tok in NOT_RUN and at + 1 < len(toks) and toks[at + 1][1] == "(":
            at = closing(toks, at + 1)
        elif kind == "mark" and tok == "?":
            found += swap(path, text, toks, at)
        elif kind == "mark":
            others = replacements(text, tok, start, end)
            if others:
                found.append(Site(path, text, start, end, tok, others))
        at += 1
    return found


def closing(toks, at):
    """Where the bracket at `at` ends."""
    depth = 0
    while at < len(toks):
        depth += (toks[at][1] in OPENS) - (toks[at][1] in CLOSES)
        if depth == 0:
            break
        at += 1
    return at


def replacements(text, tok, start, end):
    spaced = text[start - 1].isspace() and text[end:end + 1].isspace()
    if tok == "!" or (tok == "-" and not spaced):
        return [""]
    if tok in SPACED and not spaced:
        return []
    return OTHERS.get(tok, [])


def swap(path, text, toks, at):
    """c ? x : y as c ? y : x."""
    depth, nested, colon, end = 0, 0, None, at + 1
    for end in range(at + 1, len(toks)):
        tok = toks[end][1]
        if depth == 0 and (tok in CLOSES or tok in (",", ";")):
            break
        depth += (tok in OPENS) - (tok in CLOSES)
        if depth == 0 and tok == "?":
            nested += 1
        elif depth == 0 and tok == ":":
            if nested == 0 and colon is None:
                colon = end
            nested -= 1
    if colon is None or colon == at + 1 or colon + 1 >= end:
        return []
    first, last = toks[at][3], toks[end - 1][3]
    yes = text[first:toks[colon][2]].strip()
    no = text[toks[colon][3]:last].strip()
    return [Site(path, text, first, last, "? :", [f" ({no}) : ({yes})"])]
