/**
 * Divides the statements of a unit of work into parts that are sent together. A part ends with the first statement
 * whose rows the unit needs.
 */
import { Option } from "effect"
import { ConditionalWrite, LockStatement } from "./Statement.ts"
import type { Statement } from "./Statement.ts"
import type { UnitOfWork } from "./UnitsOfWork.ts"

/**
 * Stands in for the result of a conditional write that has not run yet. The unit continues as if the write had changed
 * one row. The row has no columns.
 */
const aRow: ReadonlyArray<object> = [{}]

export class RunningUnit {
  /** The statements up to the next one whose rows the unit needs, or up to the end of the unit. */
  part: ReadonlyArray<Statement> = []
  result: Option.Option<unknown> = Option.none()
  readonly #statements: ReturnType<UnitOfWork<unknown>>
  readonly #isHopeful: boolean

  constructor(unit: UnitOfWork<unknown>, isHopeful: boolean) {
    this.#isHopeful = isHopeful
    this.#statements = unit()
    this.proceed([])
  }

  proceed(rows: ReadonlyArray<unknown>): void {
    const part: Array<Statement> = []
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
