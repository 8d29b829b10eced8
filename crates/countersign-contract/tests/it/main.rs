mod classify;
