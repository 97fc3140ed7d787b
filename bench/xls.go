package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// asXLS writes an Excel 97 workbook with the numbers as numbers, as many as fit into limit bytes, and tells how many those
// are. It is the least that a reader takes for one ([MS-XLS], [MS-CFB]).
func asXLS(numbers []string, limit int) ([]byte, int, error) {
	const row, sector = 18, 512 // bytes of a number's record; of a sector
	room := (limit/sector-1-1-limit/sector/128-1)*sector - 400
	numbers = numbers[:min(len(numbers), room/row, 65_535)]
	var b bytes.Buffer
	record := func(id uint16, parts ...any) {
		var body bytes.Buffer
		for _, p := range parts {
			_ = binary.Write(&body, binary.LittleEndian, p) // into memory
		}
		_ = binary.Write(&b, binary.LittleEndian, []uint16{id, uint16(body.Len())})
		b.Write(body.Bytes())
	}
	const header = "phoneNumber"
	bof := func(kind uint16) { record(0x0809, []uint16{0x0600, kind, 0x0DBB, 0x07CC}, []uint32{0, 6}) }
	bof(0x0005)
	at := b.Len() + 4
	record(0x0085, uint32(0), []uint8{0, 0, 2, 0}, []byte("S1"))
	record(0x00FC, []uint32{1, 1}, uint16(len(header)), uint8(0), []byte(header))
	record(0x000A)
	binary.LittleEndian.PutUint32(b.Bytes()[at:], uint32(b.Len()))
	bof(0x0010)
	record(0x0200, []uint32{0, uint32(len(numbers) + 1)}, []uint16{0, 1, 0})
	record(0x00FD, []uint16{0, 0, 0}, uint32(0))
	for i, n := range numbers {
		v, err := strconv.ParseFloat(n, 64)
		if err != nil {
			return nil, 0, err
		}
		record(0x0203, []uint16{uint16(i + 1), 0, 0}, math.Float64bits(v))
	}
	record(0x000A)
	return container(b.Bytes()), len(numbers), nil
}

// container puts a stream named Workbook into a compound file.
func container(stream []byte) []byte {
	const sector, free, end, fat = 512, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
	data := (len(stream) + sector - 1) / sector
	tables := 1
	for tables*128 < data+1+tables {
		tables++
	}
	var b bytes.Buffer
	write := func(parts ...any) {
		for _, p := range parts {
			_ = binary.Write(&b, binary.LittleEndian, p) // into memory
		}
	}
	write([]uint8{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}, make([]uint8, 16), []uint16{0x3E, 3, 0xFFFE, 9, 6}, make([]uint8, 6),
		[]uint32{0, uint32(tables), uint32(data), 0, 4096, end, 0, end, 0})
	for i := range 109 {
		if i < tables {
			write(uint32(data + 1 + i))
		} else {
			write(uint32(free))
		}
	}
	b.Write(stream)
	b.Write(make([]byte, data*sector-len(stream)))
	entry := func(name string, kind uint8, child, start uint32, size int) {
		var text [64]byte
		for i, c := range name {
			text[2*i] = byte(c)
		}
		write(text, uint16(2*len(name)+2), []uint8{kind, 1}, []uint32{free, free, child}, make([]uint8, 36), start, uint64(size))
	}
	entry("Root Entry", 5, 1, end, 0)
	entry("Workbook", 2, free, 0, len(stream))
	b.Write(make([]byte, 2*128))
	for i := range tables * 128 {
		switch {
		case i < data-1:
			write(uint32(i + 1))
		case i == data-1, i == data:
			write(uint32(end))
		case i <= data+tables:
			write(uint32(fat))
		default:
			write(uint32(free))
		}
	}
	return b.Bytes()
}
