/** The cases of an operation: first each case from its document once, in random order, and then random cases. */
import { brokenBodies } from "./Bodies.ts"
import { headerChanges } from "./HeaderChanges.ts"
import { from, Members } from "../values/Json.ts"
import type { Json } from "../values/Json.ts"
import { mediaChanges } from "./MediaChanges.ts"
import { mutate } from "../values/Mutations.ts"
import * as Oddities from "../values/Oddities.ts"
import type { Operation, Published } from "../service/Published.ts"
import type { Random } from "../../workshop/driver/Random.ts"
import type { Request } from "./Request.ts"
import * as Requests from "./Requests.ts"
import type { Sender } from "./Requests.ts"
import { places, resolve } from "../values/Schema.ts"
import type { Place } from "../values/Schema.ts"
import { targetChanges } from "./TargetChanges.ts"
import * as Values from "../values/Values.ts"

/** A request that is built only when it is sent, from the values known by then. */
export interface Case {
  readonly operation: Operation
  readonly make: (sender: Sender) => Request
}

const fits = (operation: Operation): Case => ({
  operation,
  make: (sender) => Requests.make(operation, sender, { aim: Requests.fitting })
})

/** Returns the bodies that the sandbox lists for an operation. */
const listed = ({ template }: Operation, { published, random, world }: Sender): ReadonlyArray<unknown> => {
  if (template === "/consents") return world.consents(random)
  return /collections?$/.test(template) ? world.starts(published.version, random) : []
}

/** Returns an example body from the document or the sandbox, and the collection that waits for it, if any. */
const knownBody = (operation: Operation, body: object, sender: Sender) => {
  const { published, random, world } = sender
  const supplement = world.supplement(published.version, random)
  const isOfCollection = operation.parameters.some(({ name }) => name === "collectionId")
  if (isOfCollection && supplement !== undefined) {
    return { given: { collectionId: [supplement.id] }, body: from(supplement.body) }
  }
  const { examples = [] } = resolve(body, published.schemas)
  return { given: {}, body: from(random.pick([...examples, ...operation.examples, ...listed(operation, sender)])) }
}

/**
 * Targets a waiting collection, or an ended collection if the operation reads a document. Waiting collections have no
 * documents.
 */
const knownTarget = ({ parameters }: Operation, { random, world }: Sender) => {
  const id = parameters.some(({ name }) => name === "documentId") ? undefined : world.expiring(random)
  return { given: id === undefined ? {} : { collectionId: [id] } }
}

const given = (operation: Operation): Case => ({
  operation,
  make: (sender) => {
    const { body } = operation
    const known = body === undefined ? knownTarget(operation, sender) : knownBody(operation, body, sender)
    return Requests.make(operation, sender, { aim: "a known valid request", ...known })
  }
})

const mutated = (operation: Operation, whole: object): Case => ({
  operation,
  make: (sender) => {
    const { body, given } = knownBody(operation, whole, sender)
    const aim = "a known valid body, changed at one place"
    return Requests.make(operation, sender, { aim, given, body: mutate(body, sender.random) })
  }
})

/** The number of cases with a known valid body. A third of the cases leave the body unchanged. */
const knownTimes = 60

const changed = (operation: Operation): ReadonlyArray<Case> =>
  [...headerChanges, ...mediaChanges, ...targetChanges].map(({ aim, apply }) => ({
    operation,
    make: (sender) => ({ ...apply(Requests.make(operation, sender, { aim: Requests.fitting }), sender.random), aim })
  }))

/** A replacement at one place in a body. */
interface Put {
  readonly aim: string
  readonly put: (fitting: Json, sender: Sender) => Json | undefined
}

const describePlace = ({ path }: Place): string =>
  path.map((step) => ("member" in step ? `/${step.member}` : "item" in step ? "/*" : "")).join("") || "/"

const puts: ReadonlyArray<Put> = [
  { aim: "omitted", put: () => undefined },
  { aim: "null", put: () => null },
  { aim: "an oddity", put: (_, { random }) => random.pick(Oddities.values) },
  { aim: "an odd text", put: (_, { random }) => random.pick(Oddities.texts) },
  { aim: "an odd structure", put: (_, { random }) => random.pick(Oddities.structures) },
  {
    aim: "other members",
    put: (value, { random }) => {
      if (value instanceof Members) return random.pick(Oddities.ofMembers(value, random.pick(Oddities.names)))
      return Array.isArray(value) ? random.pick(Oddities.ofItems(value)) : random.pick(Oddities.values)
    }
  }
]

const put = (operation: Operation, body: object, place: Place, { aim, put }: Put): Case => ({
  operation,
  make: (sender) => {
    const at = { path: place.path, put: (value: Json) => put(value, sender) }
    return Requests.make(operation, sender, {
      aim: `${describePlace(place)} ${aim}`,
      body: Values.generate(body, Requests.sourceOf(sender), at)
    })
  }
})

/** Returns a replacement for each edge case of a schema. If a value has fewer edge cases, they are repeated. */
const edgesOf = ({ schema }: Place): ReadonlyArray<Put> => {
  const sample = schema.type === "array" ? [null] : schema.type === "string" ? "a" : null
  return Array.from({ length: Values.edges(schema, sample).length }, (_, index) => ({
    aim: `edge ${index}`,
    put: (value) => {
      const all = Values.edges(schema, value)
      return all[index % Math.max(1, all.length)] ?? null
    }
  }))
}

const bodies = (operation: Operation, { schemas }: Published): ReadonlyArray<Case> => {
  const { body } = operation
  if (body === undefined) return []
  return [
    ...Array.from({ length: knownTimes }, (_, index) =>
      index % 3 === 0 ? given(operation) : mutated(operation, body)
    ),
    ...places(body, schemas).flatMap((place) =>
      [...edgesOf(place), ...puts].map((way) => put(operation, body, place, way))
    ),
    ...brokenBodies.map((breaks): Case => ({
      operation,
      make: (sender) => Requests.make(operation, sender, { aim: breaks.aim, breaks })
    }))
  ]
}

const parameters = (operation: Operation, { schemas }: Published): ReadonlyArray<Case> =>
  operation.parameters.flatMap((parameter) => {
    const { name, schema } = parameter
    const set = (aim: string, values: (sender: Sender) => ReadonlyArray<string>): Case => ({
      operation,
      make: (sender) => Requests.make(operation, sender, { aim: `${name} ${aim}`, given: { [name]: values(sender) } })
    })
    const resolved = resolve(schema, schemas)
    const edges = Values.edges(resolved, "a").map((edge, index) => set(`edge ${index}`, () => [Requests.textOf(edge)]))
    if (parameter.in === "header") return []
    return [
      ...edges,
      ...Oddities.texts.filter((text) => text.length < 8_000).map((text) => set("odd", () => [text])),
      ...Oddities.numbers.map((text) => set("an odd number", () => [text])),
      set("omitted", () => []),
      set("twice", (sender) => {
        const [text = ""] = Requests.valuesOf({ ...parameter, required: true }, sender)
        return [text, text]
      })
    ]
  })

/** Returns the valid calls of an operation. */
export const usual = (operation: Operation): ReadonlyArray<Case> => [
  fits(operation),
  given(operation),
  given(operation)
]

/** Returns every case once, in random order. */
export const sweep = (operation: Operation, published: Published, random: Random): ReadonlyArray<Case> =>
  random.shuffle([...changed(operation), ...bodies(operation, published), ...parameters(operation, published)])

/** Returns a random case of an operation, valid or not. */
export const any = (operation: Operation, all: ReadonlyArray<Case>, random: Random): Case => {
  if (random.chance(15)) return fits(operation)
  return random.chance(15) ? given(operation) : random.pick(all)
}
