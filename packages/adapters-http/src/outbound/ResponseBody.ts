/** A body that grows while it arrives. It keeps no chunks, because a chunk of one byte takes a hundred in memory. */
export class ResponseBody {
  #buffer = new Uint8Array(4096)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends chunks and returns their size. */
  add(chunks: ReadonlyArray<Uint8Array>): number {
    const before = this.#length
    for (const chunk of chunks) {
      const length = this.#length + chunk.length
      if (length > this.#buffer.length) this.#resize(Math.max(length, 2 * this.#buffer.length))
      this.#buffer.set(chunk, this.#length)
      this.#length = length
    }
    return this.#length - before
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#resize(this.#length)
    return this.#buffer
  }

  #resize(capacity: number): void {
    if (capacity === this.#buffer.length) return
    const larger = new Uint8Array(capacity)
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
  }
}
