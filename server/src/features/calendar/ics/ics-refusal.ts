/** The reason why a whole file is refused. */
export class IcsRefusal extends Error {
  readonly code: "ics_unreadable" | "ics_too_much";

  constructor(code: "ics_unreadable" | "ics_too_much", detail: string) {
    super(detail);
    this.name = "IcsRefusal";
    this.code = code;
  }
}
