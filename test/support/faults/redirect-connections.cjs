// Loaded before a program's own code: sends its connections to port 443 of any host to a port of this machine.
const net = require("node:net");

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const port = Number(process.env.REDIRECT_PORT);
  if (typeof first === "object" && first.port === 443) Object.assign(first, { host: "127.0.0.1", port });
  return connect.apply(this, args);
};
