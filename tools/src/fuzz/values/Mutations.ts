/** Changes a valid body in one place. */
import { Members } from "./Json.ts"
import type { Json } from "./Json.ts"
import * as Oddities from "./Oddities.ts"
import type { Random } from "../../workshop/driver/Random.ts"

const changed = (json: Json, random: Random): Json => {
  if (json instanceof Members && random.chance(50)) {
    return random.pick(Oddities.ofMembers(json, random.pick(Oddities.names)))
  }
  if (Array.isArray(json) && random.chance(50)) return random.pick(Oddities.ofItems(json))
  // Most texts are replaced with other texts, because a replacement of the same type passes more checks.
  return random.pick<Json>(typeof json === "string" && random.chance(70) ? Oddities.texts : Oddities.values)
}

/** The probability of changing a part of a value instead of the whole value, in percent. */
const inwards = 75

/** Returns a copy that differs in one place. */
export const mutate = (json: Json, random: Random): Json => {
  if (json instanceof Members && json.entries.length > 0 && random.chance(inwards)) {
    const at = random.int(0, json.entries.length - 1)
    return new Members(
      json.entries.flatMap(([name, value], index) => {
        if (index !== at) return [[name, value] as const]
        return random.chance(10) ? [] : [[name, mutate(value, random)] as const]
      })
    )
  }
  if (Array.isArray(json) && json.length > 0 && random.chance(inwards)) {
    const at = random.int(0, json.length - 1)
    return json.map((item, index) => (index === at ? mutate(item, random) : item))
  }
  return changed(json, random)
}
