/** Reduces a request while it still shows its fault. */
import type { Request } from "./Request.ts"

const without = <A>(all: ReadonlyArray<A>, index: number): ReadonlyArray<A> => all.filter((_, place) => place !== index)

/** Returns every variant of a value that lacks one member or item, at any depth. */
function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    if (value.length > 3) yield value.slice(0, Math.ceil(value.length / 2))
    for (const [index, item] of value.entries()) {
      yield without(value, index)
      for (const less of smaller(item)) yield value.with(index, less)
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const less of smaller(member)) yield { ...value, [name]: less }
    }
  } else if (typeof value === "string" && value.length > 8) yield value.slice(0, value.length / 2)
}

/** Returns smaller JSON bodies, or half of a body that is not JSON. */
function* smallerBodies(body: Buffer): Generator<Buffer> {
  try {
    for (const value of smaller(JSON.parse(body.toString()))) yield Buffer.from(JSON.stringify(value))
  } catch {
    if (body.length > 1) yield body.subarray(0, body.length / 2)
  }
}

function* candidates(request: Request): Generator<Request> {
  const { body, headers, target } = request
  if (target.includes("?")) yield { ...request, target: target.slice(0, target.indexOf("?")) }
  for (const [index, [name]] of headers.entries()) {
    if (name !== "host") yield { ...request, headers: without(headers, index) }
  }
  if (body === undefined || request.framed !== undefined) return
  for (const less of smallerBodies(body)) yield { ...request, body: less }
}

/**
 * Returns the smallest request found within a number of tries.
 *
 * @param isFault checks whether a request still shows the fault.
 */
export const shrink = async (
  request: Request,
  isFault: (candidate: Request) => Promise<boolean>,
  tries = 150
): Promise<Request> => {
  let smallest = request
  let left = tries
  for (let found = true; found;) {
    found = false
    for (const candidate of candidates(smallest)) {
      if (left-- <= 0) return smallest
      if (!(await isFault(candidate))) continue
      smallest = candidate
      found = true
      break
    }
  }
  return smallest
}
