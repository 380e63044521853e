// Moves a program's clock so that it began at BENCH_NOW (epoch milliseconds).
const RealDate = Date;
const shift = Number(process.env.BENCH_NOW) - RealDate.now();
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
