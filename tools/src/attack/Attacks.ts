/** All attacks, in the order of a run. */
import type { Attack } from "./Attack.ts"
import { duplicateMembers } from "./transport/DuplicateMembers.ts"

export const all: ReadonlyArray<Attack> = [duplicateMembers]
