/** Checks what a service has logged. */

/** Matches log lines that indicate a defect. */
const alarming = /unhandled|uncaught|defect|"level":"?(?:error|fatal)|level=(?:error|fatal)|^\s+at .+:\d+:\d+\)?$/im

/** Returns the first line that indicates a defect. */
export const defectIn = (output: string): string | undefined => output.split("\n").find((line) => alarming.test(line))

/** Returns a sentence for each secret that occurs in the output. The sentence does not contain the secret. */
export const leaksIn = (output: string, secrets: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(secrets)].flatMap((secret) => {
    const line = output.split("\n").find((text) => text.includes(secret))
    return line === undefined ? [] : [`the log contains a secret: ${line.replaceAll(secret, "*****").slice(0, 200)}`]
  })
