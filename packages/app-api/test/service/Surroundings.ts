/** What a process inherits that a test starts in an environment of its own. */

const names = ["PATH", "NODE_COMPILE_CACHE"]

/** Where programs are found and compiled code is kept, and nothing that configures the service. */
export const inherited: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
)
