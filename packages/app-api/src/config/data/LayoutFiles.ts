/** Reads the operator's PDF layouts (docs/pdf-layouts.md). */
import { LayoutDiagnostics, shippedLayouts } from "@sheaf/adapters-pdf"
import type { Layout } from "@sheaf/adapters-pdf"
import { Effect, Result } from "effect"
import { failWith } from "../../errors/OperatorError.ts"
import { parseJson } from "../values/JsonText.ts"
import type { DataFiles } from "./DataFiles.ts"
import * as SettingErrors from "../values/SettingErrors.ts"
import * as TextFile from "../values/TextFile.ts"

export const maxLayoutBytes = 100_000

export const parseLayout = (text: string): Result.Result<Layout, ReadonlyArray<string>> =>
  Result.flatMap(
    Result.mapError(parseJson(text), (fault) => [fault]),
    LayoutDiagnostics.parse
  )

/** The error names the setting, the file and each fault. */
export const readLayout = Effect.fnUntraced(function* (setting: string, path: string) {
  const parsed = parseLayout(yield* TextFile.readLimited(setting, path, maxLayoutBytes))
  if (Result.isSuccess(parsed)) return parsed.success
  return yield* SettingErrors.toError(
    parsed.failure.map((fault) => `${setting}: ${path}: ${fault}`),
    (count) => `${path} has ${count} faults:`
  )
})

/** Returns the layouts that ship with Sheaf and those that the operator names. Each must have its own id. */
export const read = Effect.fnUntraced(function* (setting: string, references: ReadonlyArray<string>, files: DataFiles) {
  const found = yield* SettingErrors.forEach(references, (reference, index) =>
    files.pathsOf(`${setting}.${index}`, reference)
  )
  const layouts: Array<Layout> = [...shippedLayouts]
  const read = yield* SettingErrors.forEach(found.flat(), ({ path, setting: name }) =>
    Effect.map(readLayout(name, path), (layout) => ({ layout, name, path }))
  )
  for (const { layout, name, path } of read) {
    if (layouts.some(({ id }) => id === layout.id)) {
      return yield* failWith(`${name}: ${path}: another layout has the id ${layout.id}`)
    }
    layouts.push(layout)
  }
  const all: ReadonlyArray<Layout> = layouts
  return all
})
