/**
 * A layout describes one kind of document of one company, as data: how it is recognised, where its values stand, and which
 * member of an insurance each of them is. Adding one is adding a file (docs/pdf-layouts.md).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import type { InsuranceType } from "@sheaf/domain/InsuranceType"
import type { MonetaryAmount } from "@sheaf/domain/MonetaryAmount"
import type { Kind } from "./Values.ts"
import type { Writing } from "./Writing.ts"

type Leaf = string | number | boolean | MonetaryAmount | ReadonlyArray<unknown>

/** The members of an insurance, and of what it consists of, as paths: `startDate`, `premium.amount`. */
type PathOf<A> = {
  [Member in keyof A & string]: NonNullable<A[Member]> extends Leaf
    ? Member
    : `${Member}.${PathOf<NonNullable<A[Member]>>}`
}[keyof A & string]

/** What stands at the end of such a path. */
type ValueAt<A, Path> = Path extends keyof A
  ? NonNullable<A[Path]>
  : Path extends `${infer Member}.${infer Rest}`
    ? Member extends keyof A
      ? ValueAt<NonNullable<A[Member]>, Rest>
      : never
    : never

interface FieldOf<Target> {
  readonly target: Target
  readonly kind: Kind
  /** The words by which the value is found. Where a company uses several, any of them. */
  readonly label: string | ReadonlyArray<string>
  /**
   * Where the value stands: `RIGHT` of the label, in the next cell or after a colon; `BELOW` it, in the nearest cell that
   * stands under the label; or on the `SAME_LINE`, whose whole text `pattern` takes apart.
   */
  readonly at: "RIGHT" | "BELOW" | "SAME_LINE"
  /** What of the text is the value: the first group. A text that does not match holds none. */
  readonly pattern?: RegExp
  /** Only under this heading. */
  readonly under?: string
  /** Without it, or where it stands there twice with two values, the document is not read. */
  readonly required?: true
}

/** A target with a value that it can have. */
type ConstantOf<Insurance> = {
  readonly [Target in PathOf<Insurance>]: {
    readonly target: Target
    readonly value: Extract<ValueAt<Insurance, Target>, string | number | boolean>
  }
}[PathOf<Insurance>]

/**
 * Rows under a heading, a thing each: its name in the first cell, and in the last one a sum of money for `deductibles`, or a
 * word for the others, which says whether it is there.
 */
export type Rows =
  | { readonly under: string; readonly target: "deductibles" }
  | { readonly under: string; readonly target: "addons"; readonly yes: ReadonlyArray<string> }
  | { readonly under: string; readonly target: "insurance.additionalAmenities"; readonly yes: ReadonlyArray<string> }

interface LayoutOf<Insurance extends AnyInsurance> {
  /** `<company>/<kind of document>`. */
  readonly id: string
  readonly company: CompanyId
  /** What kind of document it is, for people. */
  readonly title: string
  /** A document is of this layout when all of these words stand in it, each within one line. */
  readonly recognisedBy: ReadonlyArray<string>
  /** The lines that part it into sections. */
  readonly headings: ReadonlyArray<string>
  readonly writing: Writing
  readonly insuranceType: Insurance["insuranceType"]
  readonly fields: ReadonlyArray<FieldOf<PathOf<Insurance>>>
  /** What every document of the layout says without saying it. One of a part, such as `premium.period`, only with the part. */
  readonly constants: ReadonlyArray<ConstantOf<Insurance>>
  readonly rows: ReadonlyArray<Rows>
}

/** The layout of one type of insurance: its targets are the members of that type. */
export type LayoutFor<Type extends InsuranceType> = LayoutOf<Extract<AnyInsurance, { readonly insuranceType: Type }>>

export type Layout = { [Type in InsuranceType]: LayoutFor<Type> }[InsuranceType]

/** A field of whichever layout. */
export type Field = FieldOf<string>
