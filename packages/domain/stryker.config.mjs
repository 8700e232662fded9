import { mutationOf } from "../../stryker.shared.mjs"

const rooms = ["collections", "companies", "consents", "people", "records", "versions"]

export default mutationOf({ name: "domain", rooms, threshold: 92 })
