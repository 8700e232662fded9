/**
 * Packs files in npm's format (ustar, POSIX.1-1988), so that a new connector can install the kit even before the kit is
 * published.
 */
import { gzipSync } from "node:zlib"

const block = 512

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`

const headerOf = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(block)
  header.write(name, 0, 100)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(" ".repeat(8), 148)
  header.write("0", 156)
  header.write("ustar\0", 257)
  header.write("00", 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return header
}

export const pack = (files: Readonly<Record<string, string>>): Uint8Array => {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    const padding = Buffer.alloc((block - (content.length % block)) % block)
    return [headerOf(`package/${path}`, content.length), content, padding]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]))
}
