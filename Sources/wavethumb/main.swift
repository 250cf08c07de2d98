import Batch

print(Generator.name)
