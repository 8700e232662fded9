/** The reader process's thread, in which the document is read (see ReaderProcess). */
import { parentPort, workerData } from "node:worker_threads"
import * as DocumentReading from "./DocumentReading.ts"

for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name)

// Not validated, because only ReaderProcess starts this thread.
parentPort?.postMessage(await DocumentReading.read(workerData as DocumentReading.DocumentInput))
