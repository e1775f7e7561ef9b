/** A value, or a promise of it: resident bytes cost no `await`. */
export type Awaitable<T> = T | Promise<T>;

/** Applies `next` to a value that may still be on its way; synchronous as long as the value is. */
export function chain<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
