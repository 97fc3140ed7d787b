// Package wav looks into RIFF files of sound, and makes them of samples. A file is what its chunks say and hold, never its name
// (decisions §1): the chunks are walked to the end, and every sample is looked at once.
package wav

import (
	"encoding/binary"

	"herald/pkg/kit/fault"
)

// Encodings of samples, as the wire has them.
const (
	PCM   = "pcm"
	ALaw  = "alaw" // G.711
	MuLaw = "ulaw" // G.711
)

// ContentType of a wav file.
const ContentType = "audio/wav"

// Peaks is how many values draw a sound.
const Peaks = 160

// Silence is the highest peak of a file without speech, of 1: 40 dB below full scale.
const Silence = 0.01

// Info is what a file holds.
type Info struct {
	Encoding       string
	Rate           int // samples a second
	Channels, Bits int
	Milliseconds   int
	Peak           float64 // of 1
	Wave           []byte  // the peak of each part of the time, of 255: Peaks of them, fewer of a shorter file
}

// Codes of the chunk fmt (RFC 2361).
const (
	codePCM        = 1
	codeALaw       = 6
	codeMuLaw      = 7
	codeExtensible = 0xfffe
)

// Formats that telephones and browsers play.
const (
	leastRate, mostRate = 8000, 48000
	mostChannels        = 2
)

// Inspect tells what a file holds. Faults, of field file: wav.other for what is no wav, wav.cut for one that ends before its chunks do,
// wav.encoding, wav.rate and wav.channels for sound that a telephone cannot be given, wav.empty, and wav.silent.
func Inspect(data []byte) (*Info, error) {
	i, sound, err := chunks(data)
	if err != nil {
		return nil, err
	}
	frame := i.Channels * i.Bits / 8
	frames := len(sound) / frame
	i.Milliseconds = int(int64(frames) * 1000 / int64(i.Rate))
	if i.Milliseconds == 0 {
		return nil, fault.Bad("fileId", "wav.empty")
	}
	i.listen(sound[:frames*frame], frame)
	if i.Peak <= Silence {
		return i, fault.Bad("fileId", "wav.silent")
	}
	return i, nil
}

// chunks walks a file's chunks and gives its samples.
func chunks(data []byte) (i *Info, sound []byte, err error) {
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WAVE" {
		return nil, nil, fault.Bad("fileId", "wav.other")
	}
	found := false
	for at := 12; at+8 <= len(data) && !found; {
		name, size := string(data[at:at+4]), int64(binary.LittleEndian.Uint32(data[at+4:]))
		at += 8
		if name == "data" && streamed(data, size) {
			size = int64(len(data) - at)
		}
		if size > int64(len(data)-at) {
			return nil, nil, fault.Bad("fileId", "wav.cut")
		}
		body := data[at : at+int(size)]
		at += int(size + size&1) // chunks begin at even places
		switch {
		case name == "fmt ":
			if i, err = format(body); err != nil {
				return nil, nil, err
			}
		case name == "data" && i == nil:
			return nil, nil, fault.Bad("fileId", "wav.other")
		case name == "data":
			sound, found = body, true
		}
	}
	switch {
	case i == nil:
		return nil, nil, fault.Bad("fileId", "wav.other")
	case !found:
		return nil, nil, fault.Bad("fileId", "wav.cut")
	}
	return i, sound, nil
}

// streamed reports the size of samples that was written before they were known: programs that write into a pipe cannot go back. They
// leave 0 in the whole file's head too, or write the largest number that fits (ffmpeg 0xffffffff, others about 0x7fffffff); the samples
// then go to the end of the file.
func streamed(data []byte, size int64) bool {
	whole := binary.LittleEndian.Uint32(data[4:])
	return size >= leastStreamed || size == 0 && (whole == 0 || whole >= leastStreamed)
}

const leastStreamed = 0x7fff_f000 // sox

func format(body []byte) (*Info, error) {
	if len(body) < 16 {
		return nil, fault.Bad("fileId", "wav.other")
	}
	code := int(binary.LittleEndian.Uint16(body))
	if code == codeExtensible && len(body) >= 26 {
		code = int(binary.LittleEndian.Uint16(body[24:])) // its sub-format begins with the code
	}
	i := &Info{Channels: int(binary.LittleEndian.Uint16(body[2:])), Rate: int(binary.LittleEndian.Uint32(body[4:])),
		Bits: int(binary.LittleEndian.Uint16(body[14:]))}
	switch {
	case code == codePCM && (i.Bits == 8 || i.Bits == 16 || i.Bits == 24 || i.Bits == 32):
		i.Encoding = PCM
	case code == codeALaw && i.Bits == 8:
		i.Encoding = ALaw
	case code == codeMuLaw && i.Bits == 8:
		i.Encoding = MuLaw
	default:
		return nil, fault.Bad("fileId", "wav.encoding")
	}
	if i.Rate < leastRate || i.Rate > mostRate {
		return nil, fault.Bad("fileId", "wav.rate", "rate", i.Rate)
	}
	if i.Channels < 1 || i.Channels > mostChannels {
		return nil, fault.Bad("fileId", "wav.channels", "n", i.Channels)
	}
	return i, nil
}

// listen finds the peaks of a sound.
func (i *Info) listen(sound []byte, frame int) {
	width, n := i.Bits/8, len(sound)/frame
	parts := min(Peaks, n)
	i.Wave = make([]byte, parts)
	for p := range parts {
		highest := 0.0
		for at := n * p / parts * frame; at < n*(p+1)/parts*frame; at += width {
			highest = max(highest, i.level(sound[at:at+width]))
		}
		i.Wave[p] = byte(min(255, highest*255+0.5))
		i.Peak = max(i.Peak, highest)
	}
}

// level is how far a sample is from silence, of 1.
func (i *Info) level(s []byte) float64 {
	var v float64
	switch {
	case i.Encoding == ALaw:
		v = aLaw(s[0])
	case i.Encoding == MuLaw:
		v = muLaw(s[0])
	case i.Bits == 8:
		v = (float64(s[0]) - 128) / 128
	case i.Bits == 16:
		v = float64(int16(binary.LittleEndian.Uint16(s))) / (1 << 15)
	case i.Bits == 24:
		v = float64(int32(uint32(s[0])<<8|uint32(s[1])<<16|uint32(s[2])<<24)) / (1 << 31)
	default:
		v = float64(int32(binary.LittleEndian.Uint32(s))) / (1 << 31)
	}
	return max(v, -v)
}

// muLaw and aLaw are ITU-T G.711 §3: a sign, a segment and a place in it.
func muLaw(b byte) float64 {
	b = ^b
	return float64((int(b&15)<<3+132)<<(b>>4&7)-132) / 32124
}

func aLaw(b byte) float64 {
	b ^= 0x55
	segment, at := b>>4&7, int(b&15)<<4+8
	if segment > 0 {
		at = (at + 256) << (segment - 1)
	}
	return float64(at) / 32256
}

// Of makes a file of samples: signed, of 16 bits, the lower byte first, of one channel.
func Of(samples []byte, rate int) []byte {
	head := make([]byte, 44, 44+len(samples))
	copy(head, "RIFF")
	binary.LittleEndian.PutUint32(head[4:], uint32(36+len(samples)))
	copy(head[8:], "WAVEfmt ")
	binary.LittleEndian.PutUint32(head[16:], 16)
	binary.LittleEndian.PutUint16(head[20:], codePCM)
	binary.LittleEndian.PutUint16(head[22:], 1)
	binary.LittleEndian.PutUint32(head[24:], uint32(rate))
	binary.LittleEndian.PutUint32(head[28:], uint32(rate*2))
	binary.LittleEndian.PutUint16(head[32:], 2)
	binary.LittleEndian.PutUint16(head[34:], 16)
	copy(head[36:], "data")
	binary.LittleEndian.PutUint32(head[40:], uint32(len(samples)))
	return append(head, samples...)
}
