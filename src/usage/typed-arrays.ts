type Numbers = Uint8Array | Int32Array | Uint32Array | Float64Array;

/** Copies numbers to the start of a larger array and returns that. */
export function copyInto<Array extends Numbers>(larger: Array, numbers: Array): Array {
  larger.set(numbers);
  return larger;
}
