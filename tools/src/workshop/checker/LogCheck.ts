/** Checks what a service has logged. */

const alarming = /unhandled|uncaught|defect|"level":"?(?:error|fatal)|level=(?:error|fatal)|^\s+at .+:\d+:\d+\)?$/im

export const defectIn = (output: string): string | undefined => output.split("\n").find((line) => alarming.test(line))

/** Returns a sentence for each secret in the output, without the secret itself. */
export const leaksIn = (output: string, secrets: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(secrets)].flatMap((secret) => {
    const line = output.split("\n").find((text) => text.includes(secret))
    return line === undefined ? [] : [`the log contains a secret: ${line.replaceAll(secret, "*****").slice(0, 200)}`]
  })
