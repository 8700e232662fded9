/** A bank of the sandbox in a process of its own. */
import { ListeningProcess } from "../../src/testing/index.ts"

/** Starts the bank with these flags, and its data in the folder. Returns its process and its address. */
export const start = async (dataDir: string, ...flags: ReadonlyArray<string>) => {
  const [process, [, address = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheaf("bank", "sandbox", "--port", "0", ...flags),
    env: { SHEAF_DATA_DIR: dataDir },
    listening: /listening on (http:\/\/\S+)\.\n/
  })
  return { process, address }
}
