package apptest

import (
	"bytes"
	"image"
	"image/png"
)

// SmallestPNG is the smallest picture.
var SmallestPNG = func() []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		panic(err)
	}
	return out.Bytes()
}()
