// Leads every connection of a program to a port of this machine, whatever host it asks for.
const net = require("node:net");

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const port = Number(process.env.LED_TO);
  if (typeof first === "object" && first.port === 443) Object.assign(first, { host: "127.0.0.1", port });
  return connect.apply(this, args);
};
