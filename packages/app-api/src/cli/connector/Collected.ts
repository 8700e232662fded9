/** Extracts the contents of a connector's last step, even if the step is invalid. */
import { parentOf, shapeOf } from "@sheaf/domain/RecordShape"
import { Predicate } from "effect"

export type Members = Readonly<Record<string, unknown>>

export const membersAt = (value: unknown, ...names: ReadonlyArray<string>): Members => {
  let found: unknown = value
  for (const name of names) found = Predicate.hasProperty(found, name) ? found[name] : undefined
  return Predicate.isObject(found) ? { ...found } : {}
}

export const listAt = (value: Members, name: string): ReadonlyArray<unknown> => {
  const list = value[name]
  return Array.isArray(list) ? list : []
}

/** Returns a step's records with their kinds, which have the same names as in drift reports. */
export const recordsOf = (step: unknown): ReadonlyArray<readonly [kind: string, record: Members]> => {
  const collected = membersAt(step, "collected")
  const insurances = listAt(collected, "insurance").map((record): readonly [string, Members] => {
    const { insuranceSubType, insuranceType } = membersAt(record, "insurance")
    return [`${String(insuranceType)}.${String(insuranceSubType)}`, membersAt(record)]
  })
  const wealth = listAt(collected, "wealth").map((record): readonly [string, Members] => {
    const members = membersAt(record)
    return [String(members["type"]), members]
  })
  return [...insurances, ...wealth]
}

export const documentIdsOf = (step: unknown): ReadonlyArray<string> =>
  recordsOf(step)
    .flatMap(([, record]) => listAt(record, "documents"))
    .flatMap((document) => {
      const { documentId } = membersAt(document)
      return typeof documentId === "string" ? [documentId] : []
    })

/** For each kind of record, lists the members that every record in `other` has and no record in `step` has. */
export const lackedMembers = (step: unknown, other: unknown): ReadonlyArray<string> => {
  const [own, others] = [step, other].map((each) => Map.groupBy(recordsOf(each), ([kind]) => kind))
  return Array.from(own ?? []).flatMap(([kind, records]) => {
    const found = new Set(records.flatMap(([, record]) => [...shapeOf(record).keys()]))
    const [first, ...more] = (others?.get(kind) ?? []).map(([, record]) => shapeOf(record))
    return Array.from(first?.keys() ?? [])
      .filter((member) => !found.has(member) && more.every((shape) => shape.has(member)))
      .filter((member, _, members) => !members.includes(parentOf(member) ?? ""))
      .map((member) => `${kind} lacks ${member}`)
  })
}
