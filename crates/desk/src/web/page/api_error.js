// @ts-check
// What a request can come to besides an answer.

/** What came back; `reason` is the status in words, if there are any. @typedef {{status: number, text: string, reason?: string}} Reply */

/** A refusal, with its sentence; `body` is all that was said. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 if there was no answer, then the message is ours
   * @param {any} body
   */
  constructor(message, status, body) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/** The error of a refusal. @param {Reply} reply */
export function refusal({ status, text, reason }) {
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy refuses in its own way.
  }
  return new ApiError(body?.error ?? (reason || String(status)), status, body);
}
