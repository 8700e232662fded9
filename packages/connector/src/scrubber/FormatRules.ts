/**
 * Values whose format a connector may check, such as dates, numbers with a checksum, and email addresses. Each rule
 * replaces one kind of value.
 */
import type { Pseudonyms } from "./Pseudonyms.ts"

export type Kind =
  | "date"
  | "document"
  | "email"
  | "host"
  | "iban"
  | "name"
  | "number"
  | "personal number"
  | "secret"
  | "word"

/**
 * `replace` returns `undefined` if the match only looks like a value of this kind, for example because its checksum is wrong.
 */
export type Rule = readonly [
  pattern: string,
  kind: Kind,
  replace: (match: string, groups: RegExpExecArray) => string | undefined
]

/**
 * Returns a language's month names, which the rules need to recognize dates in words and replace them with other dates.
 */
const monthsIn = (language: string, style: "long" | "short"): ReadonlyArray<string> =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: style, day: "numeric", timeZone: "UTC" })
      .formatToParts(Date.UTC(2026, month, 1))
      .flatMap(({ type, value }) => (type === "month" ? [value.replace(/\.$/, "").toLowerCase()] : []))
      .join("")
  )

const calendars = ["en", "sv", "et", "lv", "lt", "fi", "de", "fr", "nl", "da", "nb"].flatMap((language) => [
  monthsIn(language, "long"),
  monthsIn(language, "short")
])

const monthWords = [...new Set(calendars.flat())]
  .filter((word) => /^\p{L}{3,}$/u.test(word))
  .sort((one, other) => other.length - one.length)
  .join("|")

const numberRules = (invented: Pseudonyms): ReadonlyArray<Rule> => [
  [
    String.raw`(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![\p{L}\p{N}])`,
    "iban",
    (match) => {
      const found = invented.iban(match.replaceAll(" ", "").toUpperCase())
      const iban = Array.from(found ?? "")
      return found && Array.from(match, (each) => (each === " " ? " " : (iban.shift() ?? ""))).join("")
    }
  ],
  [
    String.raw`(?<![\p{L}\p{N}])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![\p{L}\p{N}])`,
    "secret",
    (match) => {
      const hex = invented.bytes(match.toLowerCase(), 16).toString("hex")
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
    }
  ],
  [
    String.raw`(?<![\p{L}\p{N}])(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{2}){8,}(?![\p{L}\p{N}])`,
    "secret",
    (match) => invented.bytes(match, match.length / 2).toString("hex")
  ],
  [
    // Series of bytes: this rule matches hexadecimal digits, and the next one matches decimal digits.
    String.raw`(?<![\p{L}\p{N}])(?=[\dx :,-]{0,40}[a-f])(?:(?:0x)?[0-9a-f]{2}([ :,-]{1,2}))(?:(?:0x)?[0-9a-f]{2}\1){4,}(?:0x)?[0-9a-f]{2}(?![\p{L}\p{N}])`,
    "secret",
    (match) => {
      const bytes = invented.bytes(match.toLowerCase(), match.length)
      let at = 0
      return match.replaceAll(/(?<![0-9a-f])[0-9a-f]{2}(?![0-9a-f])/gi, () =>
        (bytes[at++] ?? 0).toString(16).padStart(2, "0")
      )
    }
  ],
  [
    String.raw`(?<![\p{L}\p{N}])(?:\d{1,3}, ?){5,}\d{1,3}(?![\p{L}\p{N}])`,
    "secret",
    (match) => {
      const bytes = invented.bytes(match, match.length)
      let at = 0
      return match.replaceAll(/\d+/g, () => String(bytes[at++] ?? 0))
    }
  ]
]

type Move = (year: string, month: string, day: string) => ReturnType<Pseudonyms["date"]>

/** Dates with month names, in the word orders of the markets' languages. */
const wordDateRules = (moved: Move): ReadonlyArray<Rule> => {
  const inWords = (
    [year = "", word = "", day = ""]: ReadonlyArray<string | undefined>,
    format: (year: string, word: string, day: string) => string
  ) => {
    const names = calendars.find((calendar) => calendar.includes(word.toLowerCase())) ?? []
    const date = moved(year, String(names.indexOf(word.toLowerCase()) + 1), day)
    return date && format(date[0], names[Number(date[1]) - 1] ?? "", String(Number(date[2])))
  }
  return [
    [
      String.raw`(?<!\p{N})(\d{1,2})(?:er)?(\.? (?:de )?|[.-])(${monthWords})(\.?,? |[.-])(\d{4})(?!\p{N})`,
      "date",
      (_, [, day, before = "", word, after = "", year]) =>
        inWords([year, word, day], (newYear, newWord, newDay) => `${newDay}${before}${newWord}${after}${newYear}`)
    ],
    [
      String.raw`(?<!\p{N})(\d{4})((?:\.? ?(?:gada|m\.|g\.))? |\. )(?:(\d{1,2})(\.? ))?(${monthWords})(?:( )(\d{1,2})(?!\p{N}))?`,
      "date",
      (_, [, year, after = "", before, dot = "", word, space = "", behind]) =>
        inWords([year, word, before ?? behind], (newYear, newWord, newDay) =>
          before === undefined
            ? `${newYear}${after}${newWord}${space}${newDay}`
            : `${newYear}${after}${newDay}${dot}${newWord}`
        )
    ],
    [
      String.raw`(?<![\p{L}\p{N}])(${monthWords})(\.? )(\d{1,2})(,? )(\d{4})(?!\p{N})`,
      "date",
      (_, [, word, before = "", day, after = "", year]) =>
        inWords([year, word, day], (newYear, newWord, newDay) => `${newWord}${before}${newDay}${after}${newYear}`)
    ]
  ]
}

const dateRules = (invented: Pseudonyms): ReadonlyArray<Rule> => {
  const moved = (year: string, month: string, day: string) => invented.date(Number(year), Number(month), Number(day))
  return [
    [
      String.raw`(?<!\p{N})(\d{4})([\-/.])(\d{2})\2(\d{2})(?=\D|$)(?:(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(\.\d+)?(Z|[+\-]\d{2}:?\d{2})?)?`,
      "date",
      (_, [, year = "", separator = "", month = "", day = "", time = "", fraction = "", zone = ""]) =>
        moved(year, month, day)?.join(separator).concat(time, fraction.replaceAll(/\d/g, "0"), zone)
    ],
    [
      String.raw`(?<!\p{N})(\d{1,2})([./\-])( ?)(\d{1,2})\2( ?)(\d{4})(?!\p{N})`,
      "date",
      (_, [, day = "", separator = "", space = "", month = "", other = "", year = ""]) => {
        const date = moved(year, month, day)
        if (date) return `${date[2]}${separator}${space}${date[1]}${separator}${other}${date[0]}`
        const swapped = moved(year, day, month)
        return swapped && `${swapped[1]}${separator}${space}${swapped[2]}${separator}${other}${swapped[0]}`
      }
    ],
    ...wordDateRules(moved)
  ]
}

const personRules = (invented: Pseudonyms): ReadonlyArray<Rule> => [
  [
    String.raw`(?<!\p{N})(?:19|20)?(\d{6})([\-+]?)(\d{4})(?!\p{N})`,
    "personal number",
    (match, [, date = "", sign = "", serial = ""]) => {
      const ten = invented.swedishNumber(date + serial)
      if (ten === undefined) return undefined
      const isLong = match.length - sign.length === 12
      const century = isLong ? (Number(ten.slice(0, 2)) > 25 ? "19" : "20") : ""
      return `${century}${ten.slice(0, 6)}${sign}${ten.slice(6)}`
    }
  ],
  [String.raw`(?<!\p{N})[3-6]\d{10}(?!\p{N})`, "personal number", (match) => invented.balticNumber(match)],
  [
    String.raw`(?<!\p{N})(\d{4})(\d{2})(\d{2})(?!\p{N})`,
    "date",
    (_, [, year = "", month = "", day = ""]) => invented.date(Number(year), Number(month), Number(day))?.join("")
  ],
  [
    String.raw`(?<![\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{N}.])`,
    "number",
    (match) => `192.0.2.${1 + ((invented.bytes(match, 1)[0] ?? 0) % 254)}`
  ],
  [
    // Times are replaced, too, because parts of personal numbers can look like times.
    String.raw`(?<![\p{N}:])(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}(?![\p{N}:])`,
    "date",
    (match) => {
      const [hour = 0, ...rest] = invented.bytes(match, 3)
      return [hour % 24, ...rest.map((each) => each % 60)]
        .slice(0, match.split(":").length)
        .map((each) => String(each).padStart(2, "0"))
        .join(":")
    }
  ]
]

export const formatRules = (invented: Pseudonyms, plain: (text: string) => string): ReadonlyArray<Rule> => [
  [
    String.raw`(?<![\p{L}\p{N}._%+\-])[\p{L}\p{N}._%+\-]{1,64}@[\p{L}\p{N}\-]{1,63}(?:\.[\p{L}\p{N}\-]{1,63}){1,8}`,
    "email",
    (match) => {
      const [local = "", domain = ""] = match.split("@")
      return `${plain(local)}@${plain(domain.split(".")[0] ?? "")}.example`
    }
  ],
  ...numberRules(invented),
  ...dateRules(invented),
  ...personRules(invented)
]
