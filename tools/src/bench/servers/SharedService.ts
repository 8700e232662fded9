/** A service that several parts of the benchmark share. None of these parts changes the service's data. */
import type { RunningInstallation } from "../../workshop/stage/Installation.ts"

export interface SharedService {
  /** Returns the service. The first call starts it. */
  readonly service: () => Promise<RunningInstallation>
  readonly stop: () => Promise<void>
}

export const make = (): SharedService => {
  const stopping = Promise.withResolvers<void>()
  let started: Promise<RunningInstallation> | undefined
  let ended: Promise<void> | undefined
  const start = async (): Promise<RunningInstallation> => {
    const { withService } = await import("../../workshop/stage/Installation.ts")
    return new Promise((resolve, reject) => {
      ended = withService((bench) => {
        resolve(bench)
        return stopping.promise
      })
      ended.catch(reject)
    })
  }
  return {
    service: () => (started ??= start()),
    stop: async () => {
      stopping.resolve()
      await ended
    }
  }
}
