/** The service's clock, which can differ from this device's. Each response shows how far this device is behind. */
export class ServiceClock {
  #behind = 0

  /** Like `fetch`, for requests to the service. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init)
    const time = Date.parse(response.headers.get("date") ?? "")
    if (!Number.isNaN(time)) this.#behind = time - Date.now()
    return response
  }

  /** Converts a time of the service to a time of this device, in milliseconds since 1970. */
  deviceTime(time: string): number {
    return Date.parse(time) - this.#behind
  }
}
