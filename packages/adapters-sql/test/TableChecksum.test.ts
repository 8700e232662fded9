/** Tests the table checksums that are compared after a move to another database. */
import { assert, it } from "@effect/vitest"
import { TableChecksum } from "../src/dataMigration/TableChecksum.ts"
import type { TableRow } from "../src/dataMigration/TableChecksum.ts"

const sumOf = (...rows: ReadonlyArray<TableRow>) => {
  const checksum = new TableChecksum()
  for (const row of rows) checksum.add(row)
  return checksum.sum
}

it("the checksum does not depend on the order of the rows or on the database's types", () => {
  const sqlite = sumOf([1n, 0n, "a", null], [9007199254740993n, 1n, "", Uint8Array.of(0)])
  const postgres = sumOf([9007199254740993n, true, "", Uint8Array.of(0)], [1, false, "a", null])
  assert.deepStrictEqual(sqlite, postgres)
  assert.strictEqual(sqlite.rows, 2)
  assert.match(sqlite.checksum, /^[0-9a-f]{64}$/)
})

it("the checksum differs for different rows", () => {
  const different: ReadonlyArray<ReadonlyArray<TableRow>> = [
    [],
    [[null]],
    [["null:"]],
    [[""]],
    [[Uint8Array.of()]],
    [[0n]],
    [["0"]],
    [["a", "b"]],
    [["ab", ""]],
    [["a"], ["b"]],
    [["b"], ["b"]],
    [["a\u0000"]],
    [["a"], ["a"], ["b"]]
  ]
  const sums = new Set(different.map((rows) => sumOf(...rows).checksum))
  assert.strictEqual(sums.size, different.length)
})
