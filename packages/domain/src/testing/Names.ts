/** Names of people in many scripts, for property tests (spec 2.6). */
import { Arbitrary, Schema } from "effect"

interface Alphabet {
  /** Letters that name matching treats as different from each other. */
  readonly distinct: ReadonlyArray<string>
  /**
   * Letters that name matching treats like another letter or group of letters, for example because they differ only in
   * a mark.
   */
  readonly further: ReadonlyArray<string>
}

const split = (letters: string): ReadonlyArray<string> =>
  Array.from(new Intl.Segmenter().segment(letters), ({ segment }) => segment.normalize("NFC"))

const alphabet = (distinct: string, further = ""): Alphabet => ({ distinct: split(distinct), further: split(further) })

const latin = alphabet("abcdefghijklmnopqrstuvwxyzþŋŧə", "åäöõüšžéèêëîïôçñāčēģīķļņūėįųłąęśźżćńőűøæœßđðħıİğşřťů")

const alphabets: ReadonlyArray<Alphabet> = [
  latin,
  alphabet("abcdeghiklmnopqrstuvxy", "ăâđêôơưàảãáạắằặấầậéẻẽẹếềệíịóỏọốồộớờợúủụứừựýỷỵ"), // Vietnamese
  alphabet("абвгдежзиклмнопрстуфхцчшщъыьэюя", "йёїўѓќ"), // Cyrillic
  alphabet("αβγδεζηθικλμνξοπρστυφχψω", "άέήίόύώϊϋΐΰςἀἑῆὦ"), // Greek
  alphabet("աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցփքօֆ", "և"), // Armenian
  alphabet("აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ"), // Georgian
  alphabet("ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "أإآؤئ"), // Arabic
  alphabet("אבגדהוזחטילמנסעפצקרשת"), // Hebrew
  alphabet("कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह", "काकिकीमुमेमोज़"), // Devanagari
  alphabet("王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁"), // Han
  alphabet("김이박최정강조윤장임한오서신권황안송"), // Hangul
  alphabet("𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻") // Deseret is outside the Basic Multilingual Plane, and has upper
  // and lower case
]

/** Integers from 0 up to but not including `length`, which shrink to 0. */
const below = (length: number): Arbitrary.Arbitrary<number> =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 })))

const elementOf = <A>(values: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(below(values.length), (i) => at(values, i))

const at = <A>(values: ReadonlyArray<A>, i: number): A => {
  const value = values[i]
  if (value === undefined) throw new RangeError(`No element ${i} among ${values.length}`)
  return value
}

const inAnyScript = <A>(make: (script: Alphabet) => Arbitrary.Arbitrary<A>): Arbitrary.Arbitrary<A> => {
  const made = alphabets.map(make)
  return Arbitrary.flatMap(below(made.length), (i) => at(made, i))
}

const wordsOf = (letters: ReadonlyArray<string>): Arbitrary.Arbitrary<ReadonlyArray<string>> => {
  const word = Arbitrary.map(Arbitrary.array(elementOf(letters), { minLength: 1, maxLength: 12 }), (chosen) =>
    chosen.join("")
  )
  return Arbitrary.array(word, { minLength: 1, maxLength: 5 })
}

/** The words of a full name: one or more words in one script, lowercase and in NFC. Each word contains a letter. */
export const nameWords: Arbitrary.Arbitrary<ReadonlyArray<string>> = inAnyScript(({ distinct, further }) =>
  wordsOf([...distinct, ...further])
)

const latinWords: Arbitrary.Arbitrary<ReadonlyArray<string>> = wordsOf([...latin.distinct, ...latin.further])

export const fullName: Arbitrary.Arbitrary<string> = Arbitrary.map(nameWords, (chosen) => chosen.join(" "))

export const relatedNameWordPairs: Arbitrary.Arbitrary<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> =
  Arbitrary.flatMap(latinWords, (pool) => {
    const some = Arbitrary.array(elementOf(pool), { minLength: 1, maxLength: 5 })
    return Arbitrary.all([some, some])
  })

/** Pairs of full names that differ in one letter, without repeated words. */
export const namesOneLetterApart: Arbitrary.Arbitrary<readonly [string, string]> = inAnyScript(({ distinct }) =>
  Arbitrary.filter(
    Arbitrary.map(
      Arbitrary.all([wordsOf(distinct), below(5), below(12), below(distinct.length - 1)]),
      ([written, wordAt, letterAt, step]): readonly [string, string] => {
        const unlike = [...new Set(written)]
        const i = wordAt % unlike.length
        const letters = split(at(unlike, i))
        const j = letterAt % letters.length
        const other = at(distinct, (distinct.indexOf(at(letters, j)) + 1 + step) % distinct.length)
        const changed = unlike.with(i, letters.with(j, other).join(""))
        return [unlike.join(" "), changed.join(" ")]
      }
    ),
    ([, changed]) => new Set(changed.split(" ")).size === changed.split(" ").length
  )
)
