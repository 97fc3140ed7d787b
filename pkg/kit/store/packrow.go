package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// Values of one column of the rows of a pack stand one after the other: texts with their length, numbers and times
// as the difference from the one before. Repeated values are left to the compression.

var errDamaged = errors.New("store: a pack is damaged")

// noTime stands for a time that is not set.
const noTime = math.MinInt64

// packValues packs values of a kind.
func packValues(kind ColumnKind, values []any) ([]byte, error) {
	var raw []byte
	last := int64(0)
	for _, v := range values {
		switch kind {
		case Number, Time:
			n := whole(kind, v)
			raw = binary.AppendVarint(raw, n-last) // an overflow here is undone by the same overflow on reading
			last = n
		default:
			texts, several := v.([]string)
			if several {
				raw = binary.AppendUvarint(raw, uint64(len(texts))+1)
			} else {
				raw, texts = append(raw, 0), []string{textOf(v)}
			}
			for _, text := range texts {
				raw = binary.AppendUvarint(raw, uint64(len(text)))
				raw = append(raw, text...)
			}
		}
	}
	return deflate(raw)
}

func whole(kind ColumnKind, v any) int64 {
	if kind == Number {
		return numberOf(v)
	}
	if at := timeOf(v); !at.IsZero() {
		return at.UnixNano()
	}
	return noTime
}

// unpackValues gives n values as a column's Get may give them.
func unpackValues(kind ColumnKind, packed []byte, n int) ([]any, error) {
	raw, err := inflate(packed)
	if err != nil {
		return nil, err
	}
	r := bytes.NewReader(raw)
	values := make([]any, n)
	last := int64(0)
	for i := range values {
		switch kind {
		case Number, Time:
			more, e := binary.ReadVarint(r)
			last += more
			switch err = e; {
			case kind == Number:
				values[i] = last
			case last == noTime:
				values[i] = time.Time{}
			default:
				values[i] = time.Unix(0, last).UTC()
			}
		default:
			values[i], err = unpackTexts(r)
		}
		if err != nil {
			return nil, errDamaged
		}
	}
	if r.Len() > 0 {
		return nil, errDamaged
	}
	return values, nil
}

// unpackTexts reads a text, or several.
func unpackTexts(r *bytes.Reader) (any, error) {
	several, err := binary.ReadUvarint(r)
	if err != nil || several > uint64(r.Len())+1 {
		return nil, errDamaged
	}
	if several == 0 {
		return unpackText(r)
	}
	texts := make([]string, several-1)
	for i := range texts {
		if texts[i], err = unpackText(r); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

func unpackText(r *bytes.Reader) (string, error) {
	size, err := binary.ReadUvarint(r)
	if err != nil || size > uint64(r.Len()) {
		return "", errDamaged
	}
	text := make([]byte, size)
	_, err = r.Read(text)
	if size == 0 {
		err = nil // a reader at its end says so
	}
	return string(text), err
}
