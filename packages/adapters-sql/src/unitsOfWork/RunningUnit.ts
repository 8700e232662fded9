/** Sends a unit's statements together, up to the next statement whose rows the unit needs. */
import { Option } from "effect"
import { ConditionalWrite, LockStatement } from "./Statement.ts"
import type { Statement } from "./Statement.ts"
import type { UnitOfWork } from "./UnitsOfWork.ts"

/** What a unit is told before its conditional write has run: that one row has changed. It cannot see more than that. */
const aRow: ReadonlyArray<object> = [{}]

/** A unit between two round trips. */
export class RunningUnit {
  /** The statements up to the next statement whose rows the unit needs, or up to the unit's end. */
  part: ReadonlyArray<Statement> = []
  /** The unit's result at its end. */
  result: Option.Option<unknown> = Option.none()
  readonly #statements: ReturnType<UnitOfWork<unknown>>
  readonly #isHopeful: boolean

  constructor(unit: UnitOfWork<unknown>, isHopeful: boolean) {
    this.#isHopeful = isHopeful
    this.#statements = unit()
    this.proceed([])
  }

  /** Continues with the last statement's rows. Throws if the unit throws. */
  proceed(rows: ReadonlyArray<unknown>): void {
    const part: Array<Statement> = []
    // Rows have the statement's type.
    let next = this.#statements.next(rows as never)
    while (next.done !== true) {
      const { value } = next
      if (this.#isHopeful && value instanceof ConditionalWrite) {
        part.push(value.orFails)
        next = this.#statements.next(aRow as never)
        continue
      }
      part.push(value)
      if (value.isRead) break
      next = this.#statements.next([] as never)
    }
    this.part = part
    if (next.done === true) this.result = Option.some(next.value)
  }

  get hasEnded(): boolean {
    return Option.isSome(this.result)
  }

  get locks(): ReadonlyArray<string> {
    return this.part.filter((statement) => statement instanceof LockStatement).map(({ name }) => name)
  }
}
