package whatsapp

import "net"

// Break puts another connection under one that NewHTTPClient dialled.
func Break(c net.Conn, with func(net.Conn) net.Conn) {
	cc := c.(*countedConn)
	cc.Conn = with(cc.Conn)
}

var AppendMessage = appendMessage
