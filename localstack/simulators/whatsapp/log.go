package whatsappsim

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"
)

// messageLog keeps every accepted and refused message in order of arrival. A million of them take about 150 MB:
// texts lie in an arena without pointers, equal bodies once, and ids are computed.
type messageLog struct {
	accepted []record
	refused  []refused
	arena    arena
	bodies   map[string]place // bodies seen lately
}

// record is one accepted message.
type record struct {
	at       int64 // unix ns
	to       place
	ref      place
	body     place
	kind     string // a constant of the request schemas
	fail     int32  // code of the failure that follows
	fate     fate
	answered bool
}

// fate is how far a message gets.
type fate uint8

const (
	fateNever fate = iota
	fateFailed
	fateSent
	fateDelivered
	fateRead
)

type refused struct {
	to   string
	code int
	at   int64
}

const recentBodies = 1024

func (l *messageLog) add(m *incoming, now time.Time) int {
	body, seen := l.bodies[m.body]
	if !seen {
		body = l.arena.put(m.body)
		if l.bodies == nil || len(l.bodies) >= recentBodies {
			l.bodies = make(map[string]place)
		}
		l.bodies[m.body] = body
	}
	l.accepted = append(l.accepted, record{at: now.UnixNano(), to: l.arena.put(m.to), ref: l.arena.put(m.reference),
		body: body, kind: m.kind})
	return len(l.accepted) - 1
}

// arena keeps texts in large chunks.
type arena struct{ chunks [][]byte }

// place is a text in the arena: chunk, offset and length.
type place struct {
	chunk  uint32
	offset uint32
	length uint32
}

const chunkSize = 1 << 20

func (a *arena) put(s string) place {
	if len(s) == 0 {
		return place{}
	}
	last := len(a.chunks) - 1
	if last < 0 || len(a.chunks[last])+len(s) > cap(a.chunks[last]) {
		size := chunkSize
		if last < 0 {
			size = chunkSize / 16 // an embedded simulator for one small test stays small
		}
		a.chunks = append(a.chunks, make([]byte, 0, max(size, len(s))))
		last++
	}
	p := place{uint32(last), uint32(len(a.chunks[last])), uint32(len(s))}
	a.chunks[last] = append(a.chunks[last], s...)
	return p
}

func (a *arena) get(p place) string {
	if p.length == 0 {
		return ""
	}
	return string(a.chunks[p.chunk][p.offset : p.offset+p.length])
}

const idPrefix = "wamid."

// messageID names the n-th message of a generation.
func messageID(generation uint64, n int) string {
	raw := [18]byte{0x1c, 0x18}
	binary.BigEndian.PutUint64(raw[2:], generation)
	binary.BigEndian.PutUint64(raw[10:], uint64(n))
	return idPrefix + base64.StdEncoding.EncodeToString(raw[:])
}

// messageIndex finds a message by its id; ok is false for an id of another generation.
func messageIndex(generation uint64, id string) (n int, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(id, idPrefix))
	if err != nil || len(raw) != 18 || binary.BigEndian.Uint64(raw[2:]) != generation {
		return 0, false
	}
	return int(binary.BigEndian.Uint64(raw[10:])), true
}
