/**
 * The archive format of a bundle: a tar file (POSIX.1-1988 ustar) of regular files. An archive is accepted only if
 * every byte is what {@link write} would have written, so nothing is open to interpretation: there are no links,
 * devices, folders, owners, extended headers or compression, and other tools show exactly what Sheaf reads.
 */
import { Result } from "effect"

export interface ArchiveEntry {
  readonly name: string
  readonly content: Uint8Array
}

const block = 512

const nameBytes = 100

const sizeOffset = 124
const sizeDigits = 11
const checksumOffset = 148
const typeOffset = 156

const headerOf = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(block)
  header.write(name, 0, nameBytes, "latin1")
  header.write("0000644\0", 100, "latin1")
  header.write("0000000\0", 108, "latin1")
  header.write("0000000\0", 116, "latin1")
  header.write(`${size.toString(8).padStart(sizeDigits, "0")}\0`, sizeOffset, "latin1")
  header.write("00000000000\0", 136, "latin1")
  header.write("        ", checksumOffset, "latin1")
  header.write("0", typeOffset, "latin1")
  header.write("ustar\x0000", 257, "latin1")
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, checksumOffset, "latin1")
  return header
}

const padded = (size: number): number => Math.ceil(size / block) * block

export const write = (entries: ReadonlyArray<ArchiveEntry>): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ content, name }) => [
      headerOf(name, content.byteLength),
      content,
      Buffer.alloc(padded(content.byteLength) - content.byteLength)
    ]),
    Buffer.alloc(2 * block)
  ])

const entryTypes: Readonly<Record<string, string>> = {
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a device",
  "4": "a device",
  "5": "a folder",
  "6": "a pipe",
  g: "an extended header",
  x: "an extended header",
  K: "a long name",
  L: "a long name",
  S: "a sparse file"
}

const otherFormats: ReadonlyArray<readonly [start: string, hint: string]> = [
  [
    "1f8b",
    "is compressed with gzip. A bundle is not compressed, so that none can unpack to gigabytes: run gunzip first"
  ],
  ["504b", "is a ZIP archive. A bundle is a tar file: make one with sheaf bundle pack"],
  ["425a68", "is compressed with bzip2. A bundle is not compressed: run bunzip2 first"],
  ["fd377a585a", "is compressed with xz. A bundle is not compressed: run unxz first"],
  ["28b52ffd", "is compressed with zstd. A bundle is not compressed: run unzstd first"]
]

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

const faultOf = (header: Buffer, size: number, rest: number): string => {
  const type = header.toString("latin1", typeOffset, typeOffset + 1)
  const entryType = entryTypes[type]
  if (entryType !== undefined) return `is ${entryType}; a bundle has only files`
  if (size > rest) return `has ${size} bytes, but the archive ends after ${rest}`
  return "has a header that sheaf bundle pack would not write, for example with an owner or a time"
}

/**
 * Returns an archive's files without copying them. Allows at most `maxEntries` files. Fails at the first difference
 * from what {@link write} would have written.
 */
export const read = (archive: Buffer, maxEntries: number): Result.Result<ReadonlyArray<ArchiveEntry>, string> => {
  const other = otherFormats.find(([start]) => archive.toString("hex", 0, start.length / 2) === start)
  if (other !== undefined) return Result.fail(other[1])
  const entries: Array<ArchiveEntry> = []
  let at = 0
  while (at + block <= archive.length) {
    const header = archive.subarray(at, at + block)
    if (isZero(header)) {
      const isEnd = at + 2 * block === archive.length && isZero(archive.subarray(at))
      return isEnd ? Result.succeed(entries) : Result.fail("has bytes after its end")
    }
    const name = header.toString("latin1", 0, nameBytes).replace(/\0.*$/s, "")
    const place = `entry ${entries.length + 1}, ${JSON.stringify(name)}:`
    if (entries.length === maxEntries) return Result.fail(`${place} has more than ${maxEntries} files`)
    const size = Number.parseInt(header.toString("latin1", sizeOffset, sizeOffset + sizeDigits), 8)
    const start = at + block
    const end = start + padded(size)
    const isOwn =
      Number.isSafeInteger(size) && size >= 0 && end <= archive.length && headerOf(name, size).equals(header)
    if (!isOwn) return Result.fail(`${place} ${faultOf(header, size, archive.length - start)}`)
    if (!isZero(archive.subarray(start + size, end))) return Result.fail(`${place} has bytes after its end`)
    entries.push({ name, content: archive.subarray(start, start + size) })
    at = end
  }
  return Result.fail(entries.length === 0 ? "is not a tar file" : "is cut off")
}
