/**
 * `node scripts/run/icons.ts`: draws the icons of the packages from resources/package/icon.svg. Run it after a change of the
 * drawing, and commit what it wrote.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { icnsOf, icoOf, type Picture } from './package/icon-files.ts'
import { inProject } from './setup/project.mjs'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const folder = inProject('resources/package')

const pictures = await Promise.all([...SIZES, 1024].map(draw))
const upTo = (largest: number) => pictures.filter(({ size }) => size <= largest)
mkdirSync(`${folder}/icons`, { recursive: true })
for (const { size, png } of upTo(512)) writeFileSync(`${folder}/icons/${size}x${size}.png`, png)
writeFileSync(`${folder}/icon.ico`, icoOf(upTo(256)))
writeFileSync(`${folder}/icon.icns`, icnsOf(pictures))

/** The drawing is enlarged as a drawing: a picture of 512 dots would be blurred at 1024. */
async function draw(size: number): Promise<Picture> {
  const svg = readFileSync(`${folder}/icon.svg`, 'utf8').replace(
    /width="512" height="512"/,
    `width="${size}" height="${size}"`,
  )
  const canvas = createCanvas(size, size)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(svg)), 0, 0, size, size)
  return { size, png: canvas.toBuffer('image/png') }
}
