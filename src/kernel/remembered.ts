/**
 * A function that always gives the same for the same key, and works it out once. When it has seen
 * `max` keys it begins anew: whoever chooses the keys cannot fill the memory.
 */
export function remembered<Key, Value>(
  max: number,
  work: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = work(key)
    if (known.size >= max) known.clear()
    known.set(key, value)
    return value
  }
}
