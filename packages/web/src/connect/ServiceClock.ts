/** Estimates how far this device's clock is behind the service's, from the `Date` of each response. */
export class ServiceClock {
  #behind = 0

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    const time = Date.parse(response.headers.get("date") ?? "")
    if (!Number.isNaN(time)) this.#behind = time - Date.now()
    return response
  }

  /** Converts the service's timestamp to this device's clock, in milliseconds since 1970. */
  deviceTime(time: string): number {
    return Date.parse(time) - this.#behind
  }
}
