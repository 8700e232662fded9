/** Parses the configuration file and reports all faults in it. */
import { Predicate, Record, Result, Schema, Struct } from "effect"
import { ConfigFile } from "./ConfigFile.ts"
import { format, parseJson, sentence } from "./values/JsonText.ts"

type Section = keyof ConfigFile

const sections = Record.keys(ConfigFile.fields)

/**
 * Decodes a file. To save time, compiles only the schemas of the sections in the file. If a name is unknown, compiles
 * all of them, because the error must list all valid names.
 */
const decode = (value: unknown) => {
  const names = Predicate.isObject(value) ? Object.keys(value) : []
  const present = sections.filter((name) => names.includes(name))
  const isKnown = present.length > 0 && present.length === names.length
  const schema = ConfigFile.mapFields(Struct.pick(isKnown ? present : sections))
  return Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })(value)
}

export interface ParsedConfig {
  readonly file: ConfigFile
  readonly errors: ReadonlyArray<string>
  /** An absent section is valid. */
  readonly isValid: (section: Section) => boolean
}

const unreadable = (fault: string): ParsedConfig => ({ file: {}, errors: [fault], isValid: () => false })

const without = (value: unknown, faulty: ReadonlySet<string>): unknown =>
  Predicate.isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name]) => Object.hasOwn(ConfigFile.fields, name) && !faulty.has(name))
      )
    : {}

/** Parses each section separately, so that faults in all sections are reported. */
export const parseConfig = (text: string): ParsedConfig => {
  const parsed = parseJson(text)
  if (Result.isFailure(parsed)) return unreadable(parsed.failure)
  const decoded = decode(parsed.success)
  if (Result.isSuccess(decoded)) return { file: decoded.success, errors: [], isValid: () => true }
  const { issues } = format(decoded.failure.issue)
  const faulty = new Set(issues.map(({ path = [] }) => String(path[0])))
  const sound = decode(without(parsed.success, faulty))
  return {
    file: Result.getOrElse(sound, () => ({})),
    errors: issues.map(sentence),
    isValid: (section) => Result.isSuccess(sound) && Predicate.isObject(parsed.success) && !faulty.has(section)
  }
}
