// The server has these files beside the modules of the page; so have tests that `register` this.

const PLACES = { "./board.js": "../../crates/desk/src/web/board.js", "./shapes.js": "../../crates/core/src/picture/shapes.js" };

export const resolve = (specifier, context, next) =>
  next(specifier in PLACES ? new URL(PLACES[specifier], import.meta.url).href : specifier, context);
